/** What a user has configured is wrong: the message says what, where, and what is allowed there. */
export class ConfigurationError extends Error {}
