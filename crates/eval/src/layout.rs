//! Where the weights of each family of features stand.

/// A family of features: weights that mean the same kind of thing, in one row.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Family {
    /// Its name in files, tables and plots.
    pub name: &'static str,
    /// Index of its first weight.
    pub offset: usize,
    /// How the weights of the row are to be read, the last index running fastest: `offset + (a·shape[1] + b)·shape[2] + c`.
    pub shape: Vec<usize>,
    /// What one step of a weight is worth, in [`crate::FRACTION`]s of a unit of evaluation.
    pub scale: i32,
}

impl Family {
    /// How many weights it has.
    pub fn len(&self) -> usize {
        self.shape.iter().product()
    }

    /// Never: a family has weights.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// The indices of its weights.
    pub fn range(&self) -> std::ops::Range<usize> {
        self.offset..self.offset + self.len()
    }
}

/// The families of a set, in the order of their weights.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Layout {
    families: Vec<Family>,
}

impl Layout {
    /// Puts families one behind the other: name, shape, scale.
    pub(crate) fn new(families: &[(&'static str, &[usize], i32)]) -> Self {
        Self { families: Vec::new() }.with(families)
    }

    /// The same with further families behind it.
    pub(crate) fn with(mut self, families: &[(&'static str, &[usize], i32)]) -> Self {
        for &(name, shape, scale) in families {
            let offset = self.len();
            self.families.push(Family { name, offset, shape: shape.to_vec(), scale });
        }
        self
    }

    /// All families.
    pub fn families(&self) -> &[Family] {
        &self.families
    }

    /// The family of that name.
    pub fn family(&self, name: &str) -> Option<&Family> {
        self.families.iter().find(|family| family.name == name)
    }

    /// How many weights there are in all.
    pub fn len(&self) -> usize {
        self.families.last().map_or(0, |family| family.range().end)
    }

    /// Whether there are no weights.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// The scale of every weight, in a row.
    pub fn scales(&self) -> Vec<i32> {
        self.families.iter().flat_map(|family| std::iter::repeat_n(family.scale, family.len())).collect()
    }
}
