/** A command or a start is refused; the message is all that the operator needs. */
export class OperatorError extends Error {}
