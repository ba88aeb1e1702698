//! A position drawn as boards are printed: pieces as pentagons, hands beside the board, in SVG and PNG.

mod canvas;
mod glyphs;

use crate::picture::PictureError;
use canvas::{Canvas, Place, rgb};
use shogi::{Color, PieceKind, Position, Square};

/// The names of files and ranks.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Labels {
    /// ９ … １ and 一 … 九.
    #[default]
    Japanese,
    /// 9 … 1 and a … i.
    Western,
}

/// A picture of a position. All characters are outlines of the built-in font: nothing is asked of the machine that shows it.
#[derive(Clone, Debug)]
pub struct BoardPicture<'a> {
    /// The position; its latest move is marked.
    pub position: &'a Position,
    /// White below.
    pub flip: bool,
    /// Whether the latest move is marked.
    pub mark_last: bool,
    /// The names of files and ranks.
    pub labels: Labels,
    /// Height in pixels, 100 to 10000.
    pub height: u32,
}

// The lengths of the picture, in units of which it has WIDTH x HEIGHT.
const WIDTH: f32 = 530.0;
const HEIGHT: f32 = 444.0;
const LEFT: f32 = 74.0;
const TOP: f32 = 32.0;
const CELL: (f32, f32) = (40.0, 44.0);
const STAND: f32 = 56.0;

const PAPER: u32 = 0x00ff_ffff;
const WOOD: u32 = 0x00f2_d49b;
const STAND_WOOD: u32 = 0x00ea_c688;
const LINE: u32 = 0x004a_3a22;
const PIECE: u32 = 0x00fb_e8c2;
const INK: u32 = 0x001d_1712;
const RED: u32 = 0x00b3_1f1a;
const TARGET: u32 = 0x00f0_b055;
const ORIGIN: u32 = 0x00f3_c77c;

const WESTERN_RANKS: [char; 9] = ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h', 'i'];
const JAPANESE_RANKS: [char; 9] = ['一', '二', '三', '四', '五', '六', '七', '八', '九'];

/// How large a piece is drawn; the king is largest.
const fn scale(kind: PieceKind) -> f32 {
    match kind.unpromoted() {
        PieceKind::King => 1.0,
        PieceKind::Rook | PieceKind::Bishop => 0.97,
        PieceKind::Gold | PieceKind::Silver => 0.93,
        PieceKind::Knight | PieceKind::Lance => 0.89,
        _ => 0.85,
    }
}

impl BoardPicture<'_> {
    /// The picture as SVG text.
    pub fn to_svg(&self) -> Result<String, PictureError> {
        Ok(self.draw()?.to_svg())
    }

    /// The picture as the bytes of a PNG file.
    pub fn to_png(&self) -> Result<Vec<u8>, PictureError> {
        self.draw()?.to_png()
    }

    fn draw(&self) -> Result<Canvas, PictureError> {
        let width = (self.height as f32 * WIDTH / HEIGHT).round() as u32;
        if !(100..=10_000).contains(&self.height) {
            return Err(PictureError::Size(width, self.height));
        }
        let mut canvas = Canvas::new((WIDTH, HEIGHT), (width, self.height))?;
        canvas.rectangle((0.0, 0.0), (WIDTH, HEIGHT), rgb(PAPER));
        self.draw_board(&mut canvas);
        for sq in Square::all() {
            if let Some(piece) = self.position.piece_at(sq) {
                let (x, y) = self.corner(sq);
                let centre = (x + CELL.0 / 2.0, y + CELL.1 / 2.0);
                self.draw_piece(&mut canvas, piece.kind(), piece.color(), centre);
            }
        }
        for color in Color::ALL {
            self.draw_hand(&mut canvas, color);
        }
        Ok(canvas)
    }

    /// The upper left corner of a square.
    fn corner(&self, sq: Square) -> (f32, f32) {
        let (column, row) = if self.flip { (sq.file(), 8 - sq.rank()) } else { (8 - sq.file(), sq.rank()) };
        (LEFT + column as f32 * CELL.0, TOP + row as f32 * CELL.1)
    }

    fn draw_board(&self, canvas: &mut Canvas) {
        let size = (9.0 * CELL.0, 9.0 * CELL.1);
        canvas.rectangle((LEFT, TOP), size, rgb(WOOD));
        if let Some(mv) = self.position.last_move().filter(|_| self.mark_last) {
            let origin = mv.from().map(|sq| (sq, ORIGIN));
            for (sq, colour) in origin.into_iter().chain([(mv.to(), TARGET)]) {
                canvas.rectangle(self.corner(sq), CELL, rgb(colour));
            }
        }
        for line in 0..=9 {
            let (x, y) = (LEFT + line as f32 * CELL.0, TOP + line as f32 * CELL.1);
            let thick = if line % 9 == 0 { 2.0 } else { 0.8 };
            canvas.line((x, TOP), (x, TOP + size.1), thick, rgb(LINE));
            canvas.line((LEFT, y), (LEFT + size.0, y), thick, rgb(LINE));
        }
        for (column, row) in [(3, 3), (6, 3), (3, 6), (6, 6)] {
            let (x, y) = (LEFT + column as f32 * CELL.0, TOP + row as f32 * CELL.1);
            canvas.disc((x, y), 2.6, rgb(LINE));
        }
        for index in 0..9 {
            let digit = char::from_digit(index as u32 + 1, 10).unwrap_or(' ');
            let (file, rank) = match self.labels {
                Labels::Western => (digit, WESTERN_RANKS[index]),
                Labels::Japanese => {
                    (char::from_u32('１' as u32 + index as u32).unwrap_or(digit), JAPANESE_RANKS[index])
                }
            };
            let Some(on_file) = Square::new(index, 0) else { continue };
            let Some(on_rank) = Square::new(0, index) else { continue };
            let x = self.corner(on_file).0 + CELL.0 / 2.0;
            canvas.character(file, Place::at((x, TOP - 13.0), 15.0), rgb(INK));
            let y = self.corner(on_rank).1 + CELL.1 / 2.0;
            canvas.character(rank, Place::at((LEFT + size.0 + 13.0, y), 15.0), rgb(INK));
        }
    }

    fn draw_piece(&self, canvas: &mut Canvas, kind: PieceKind, color: Color, centre: (f32, f32)) {
        let turned = (color == Color::White) != self.flip;
        let size = scale(kind);
        let (half, tall) = (17.0 * size, 19.5 * size);
        let outline = [
            (0.0, -tall),
            (half * 0.72, -tall * 0.68),
            (half, tall),
            (-half, tall),
            (-half * 0.72, -tall * 0.68),
        ];
        canvas.polygon(&outline, Place { centre, size: 1.0, turned }, rgb(PIECE), Some((0.9, rgb(LINE))));
        let character = match (kind, color) {
            (PieceKind::King, Color::White) => '王',
            (kind, _) => kind.kanji(),
        };
        let ink = if kind.is_promoted() { RED } else { INK };
        let below = if turned { -2.0 } else { 2.0 };
        let place = Place { centre: (centre.0, centre.1 + below), size: 26.0 * size, turned };
        canvas.character(character, place, rgb(ink));
    }

    /// A hand on its stand: beside the board at the lower right for the side below, at the upper left for the other.
    fn draw_hand(&self, canvas: &mut Canvas, color: Color) {
        let below = (color == Color::Black) != self.flip;
        let hand = self.position.hand(color);
        let held: Vec<_> = PieceKind::HAND_ORDER.into_iter().filter(|&kind| hand.has(kind)).collect();
        let rows = held.len().max(1) as f32;
        let height = rows * CELL.1 + 30.0;
        let x = if below { WIDTH - STAND - 8.0 } else { 8.0 };
        let y = if below { TOP + 9.0 * CELL.1 - height } else { TOP };
        canvas.rectangle((x, y), (STAND, height), rgb(STAND_WOOD));
        let mark = if color == Color::Black { '☗' } else { '☖' };
        let mark_y = if below { y + 15.0 } else { y + height - 15.0 };
        let centre = x + STAND / 2.0;
        canvas.character(mark, Place::at((centre, mark_y), 20.0), rgb(INK));
        if held.is_empty() {
            for (index, character) in ['な', 'し'].into_iter().enumerate() {
                let y = if below { y + 40.0 } else { y + 14.0 } + 17.0 * index as f32;
                canvas.character(character, Place::at((centre, y), 15.0), rgb(INK));
            }
        }
        for (index, kind) in held.into_iter().enumerate() {
            // The most valuable lies nearest to the mark, as its owner sees it.
            let step = CELL.1 * index as f32 + CELL.1 / 2.0;
            let y = if below { y + 30.0 + step } else { y + height - 30.0 - step };
            let count = hand.count(kind);
            let piece_x = if count > 1 { x + 20.0 } else { centre };
            self.draw_piece(canvas, kind, color, (piece_x, y));
            let digits: Vec<_> = count.to_string().chars().collect();
            if count > 1 {
                for (place, &digit) in digits.iter().enumerate() {
                    let x = x + 40.0 + 8.0 * place as f32 + if digits.len() == 1 { 4.0 } else { 0.0 };
                    canvas.character(digit, Place::at((x, y), 16.0), rgb(INK));
                }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn picture(position: &Position) -> BoardPicture<'_> {
        BoardPicture { position, flip: false, mark_last: true, labels: Labels::Japanese, height: 444 }
    }

    #[test]
    fn every_character_is_in_the_font() {
        let kinds = PieceKind::ALL.map(PieceKind::kanji);
        let others =
            "王☗☖なし0123456789".chars().chain(WESTERN_RANKS).chain(JAPANESE_RANKS).chain('１'..='９');
        for character in kinds.into_iter().chain(others) {
            assert!(glyphs::outline(character).is_some_and(|outline| !outline.is_empty()), "{character}");
        }
    }

    #[test]
    fn svg_has_a_piece_for_each_piece_and_is_closed() {
        let start = Position::startpos();
        let svg = picture(&start).to_svg().unwrap();
        assert!(svg.starts_with("<svg") && svg.ends_with("</svg>\n"));
        // 40 pieces; two lances, knights … of a side share an outline.
        assert_eq!(svg.matches("<use").count(), 40 + 18 + 2 + 4);
        assert!(!svg.contains("<text") && !svg.contains("http://") || svg.matches("http").count() == 1);
        let mut moved = start.clone();
        moved.apply("7g7f".parse().unwrap());
        let unmarked = BoardPicture { mark_last: false, ..picture(&moved) }.to_svg().unwrap();
        assert_ne!(picture(&moved).to_svg().unwrap(), unmarked);
        assert_ne!(BoardPicture { flip: true, ..picture(&moved) }.to_svg().unwrap(), unmarked);
    }

    #[test]
    fn png_has_the_size_and_is_not_blank() {
        let position = Position::from_sfen("4k4/9/4P4/9/1+r7/9/9/9/4K1+B2 b 2G13Prb 31").unwrap();
        for height in [200, 444, 1000] {
            let bytes = BoardPicture { height, ..picture(&position) }.to_png().unwrap();
            let mut reader = png::Decoder::new(std::io::Cursor::new(&bytes)).read_info().unwrap();
            assert_eq!(reader.info().height, height);
            let mut pixels = vec![0; reader.output_buffer_size().unwrap()];
            reader.next_frame(&mut pixels).unwrap();
            let dark = pixels.chunks(3).filter(|pixel| pixel.iter().all(|&part| part < 90)).count();
            // Characters and lines are a small part of a board with few pieces.
            assert!(dark * 200 > pixels.len() / 3, "{dark} of {}", pixels.len() / 3);
        }
        assert!(BoardPicture { height: 99, ..picture(&position) }.to_png().is_err());
    }
}
