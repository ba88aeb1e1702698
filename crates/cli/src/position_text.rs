//! A position on the command line: what is wrong with it is bad input.

use crate::exit::BadInput;
pub(crate) use record::PositionText;
use shogi::Position;

/// See [`record::read_position`].
pub(crate) fn read(text: &str, lenient: bool) -> anyhow::Result<PositionText> {
    record::read_position(text, lenient).map_err(BadInput::because)
}

/// See [`record::refuse_unplayable`].
pub(crate) fn refuse_unplayable(position: &Position) -> anyhow::Result<()> {
    record::refuse_unplayable(position).map_err(BadInput::because)
}

/// See [`record::refuse_unplayed`].
pub(crate) fn refuse_unplayed(position: &Position) -> anyhow::Result<()> {
    record::refuse_unplayed(position).map_err(BadInput::because)
}
