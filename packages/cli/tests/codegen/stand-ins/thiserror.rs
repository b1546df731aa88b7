//! Stand-in: the package thiserror.
pub use thiserror_derive::Error;
