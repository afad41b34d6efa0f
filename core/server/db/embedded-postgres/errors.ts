export type EmbeddedPostgresErrorCode =
  /** No binaries for this machine */
  | 'UNSUPPORTED_PLATFORM'
  | 'DATA_DIR_UNWRITABLE'
  /** The cluster belongs to another system user or is in another folder. A second cluster would hide the first. */
  | 'DATA_DIR_ELSEWHERE'
  | 'DATA_DIR_DAMAGED'
  | 'VERSION_MISMATCH'
  /** Another app process (`holderPid`) holds the folder */
  | 'IN_USE'
  /** The Postgres of an earlier run did not end in time */
  | 'STILL_STOPPING'
  | 'ROOT_NOT_POSSIBLE'
  | 'INITDB_FAILED'
  | 'START_FAILED'

export class EmbeddedPostgresError extends Error {
  override name = 'EmbeddedPostgresError'
  code: EmbeddedPostgresErrorCode
  holderPid: number | undefined

  constructor(
    code: EmbeddedPostgresErrorCode,
    message: string,
    options: { cause?: unknown; holderPid?: number } = {},
  ) {
    super(message, { cause: options.cause })
    this.code = code
    this.holderPid = options.holderPid
  }
}

/** The code of a system error (ENOENT) or of an error response of Postgres (57P03) */
export function readErrorCode(error: unknown): string | undefined {
  if (typeof error !== 'object' || error === null || !('code' in error)) return undefined
  return typeof error.code === 'string' ? error.code : undefined
}
