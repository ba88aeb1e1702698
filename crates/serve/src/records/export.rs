//! Games written as records.
