//! Stand-in: the value of serde_json.
#[derive(Debug, Clone, PartialEq)]
pub enum Value {
    Null,
}
