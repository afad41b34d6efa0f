/** Error at the start. Its message explains to the operator in one sentence why the server cannot start. */
export class StartError extends Error {
  override name = 'StartError'
}
