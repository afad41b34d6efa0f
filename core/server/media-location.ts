/** Location of the pictures: a local folder, or a bucket of an S3-compatible service */
export type MediaPlace = { kind: 'disk'; folder: string } | ({ kind: 's3' } & S3Place)

export type S3Place = {
  /** `https://host`, with the port unless it is the default */
  endpoint: string
  region: string
  bucket: string
  accessKeyId: string
  secretAccessKey: string
}

const example = 's3://KEY:SECRET@host/bucket'

/**
 * Parses `s3://KEY:SECRET@host[:port]/bucket?region=...&tls=0`, or returns its mistakes as ends of sentences. The
 * mistakes never quote the input, because it contains a secret.
 */
export function readS3Address(text: string): { place: S3Place } | { mistakes: string[] } {
  if (!text.startsWith('s3://') || !URL.canParse(text))
    return { mistakes: [`must be disk, or an address such as ${example}?region=eu-central-1`] }
  const url = new URL(text)
  const accessKeyId = decode(url.username)
  const secretAccessKey = decode(url.password)
  const bucket = url.pathname.slice(1)
  const region = url.searchParams.get('region') ?? 'us-east-1'
  const tls = url.searchParams.get('tls') ?? '1'
  const mistakes = [
    url.hostname === '' && `names no host: write ${example}`,
    (!accessKeyId || !secretAccessKey) &&
      `needs a key and its secret before the host, ${example}, with / + and @ in them written as %2F, %2B and %40`,
    !/^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/.test(bucket) &&
      'needs the name of one bucket after the host: 3 to 63 small letters, digits, dots and hyphens',
    !/^[a-z0-9-]{1,40}$/.test(region) && 'has a region that is none: write for example region=eu-central-1',
    !/^[01]$/.test(tls) && 'knows tls=0, for a store without https, and tls=1',
    [...url.searchParams.keys()].some((name) => name !== 'region' && name !== 'tls') &&
      'knows region and tls after the question mark, and nothing else',
    url.hash !== '' && 'must not have a #: in a key it is written as %23',
  ].filter((mistake) => mistake !== false)
  if (mistakes.length > 0 || !accessKeyId || !secretAccessKey) return { mistakes }
  const endpoint = `${tls === '1' ? 'https' : 'http'}://${url.host}`
  return { place: { endpoint, region, bucket, accessKeyId, secretAccessKey } }
}

function decode(part: string): string | undefined {
  try {
    return decodeURIComponent(part)
  } catch {
    return undefined
  }
}
