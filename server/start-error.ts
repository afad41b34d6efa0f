/** Why the server cannot start, in one plain sentence for the person who started it. */
export class StartError extends Error {
  override name = 'StartError'
}
