/** Why a file cannot be imported; `message` is one sentence for the person who imports and says what to do. */
export class SourceError extends Error {
  constructor(message: string, options?: ErrorOptions) {
    super(message, options)
    this.name = 'SourceError'
  }
}
