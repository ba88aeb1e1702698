//! One number for all positions that are equal up to the eight symmetries, translation and recolouring.

use crate::geometry::bounds;
use crate::{HAND, Position};

/// The eight symmetries of the square, numbered 0 to 7, acting on a cell of a `height` x `width` box.
/// The image's box is `width` x `height` for the odd numbers from 1 on that swap rows and columns (bit 2 set).
pub(crate) const fn image(symmetry: u8, row: u8, column: u8, height: u8, width: u8) -> (u8, u8) {
    let row = if symmetry & 1 == 1 { height - 1 - row } else { row };
    let column = if symmetry & 2 == 2 { width - 1 - column } else { column };
    if symmetry & 4 == 4 { (column, row) } else { (row, column) }
}

impl Position {
    /// The key of the position: equal for two positions exactly when one becomes the other by a symmetry of the
    /// square, a translation, and (where the sides to move differ) an exchange of the colours.
    ///
    /// The least of eight numbers made of five bits for each dove, own doves first: 16 for the hand.
    pub fn key(&self) -> u64 {
        let b = bounds(self.occupied());
        let (height, width) = (b.height as u8, b.width as u8);
        let places = self.places();
        let me = self.turn() as usize;
        (0..8)
            .map(|symmetry| {
                places[me].iter().chain(&places[1 - me]).fold(0u64, |key, &place| {
                    let code = if place == HAND {
                        16
                    } else {
                        let (row, column) = (place / 8 - b.top as u8, place % 8 - b.left as u8);
                        let (row, column) = image(symmetry, row, column, height, width);
                        4 * row + column
                    };
                    key << 5 | u64::from(code)
                })
            })
            .min()
            .expect("there are eight symmetries")
    }
}
