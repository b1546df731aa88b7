/** What every file of Rust has: the error of a call, the server's state, and the future that a trait can return. */
export const rustSupport = {
  imports: ['use std::future::Future;', 'use std::pin::Pin;', 'use std::sync::Arc;', 'use tokio::sync::RwLock;'],
  blocks: [
    `/// What an asynchronous method of a trait returns.
pub type BoxFuture<'a, T> = Pin<Box<dyn Future<Output = T> + Send + 'a>>;`,
    `/// The state of a server, which its handlers share.
pub type SharedState<S> = Arc<RwLock<S>>;`,
    `/// Why a call has no result.
#[derive(Debug, thiserror::Error)]
pub enum McpError {
    /// The arguments do not satisfy the input schema.
    #[error("the arguments are not valid: {0}")]
    InvalidParams(String),
    /// The server has no tool of that name.
    #[error("there is no such tool: {0}")]
    ToolNotFound(String),
    /// The handler failed.
    #[error("the tool failed: {0}")]
    Internal(String),
    /// A guard or a policy refused the call.
    #[error("the call was refused: {0}")]
    PermissionDenied(String),
}`,
    `impl McpError {
    /// The code of the JSON-RPC error.
    pub fn code(&self) -> i64 {
        match self {
            McpError::InvalidParams(_) => -32602,
            McpError::ToolNotFound(_) => -32601,
            McpError::Internal(_) => -32603,
            McpError::PermissionDenied(_) => -32000,
        }
    }
}`,
  ],
} as const;
