/** Replaces the parameters of a route by values, so that its path can be requested. `token` is for the links of guests. */
export function concretePath(url: string, token = '1'): string {
  return url
    .replace(/\*$/, 'nothing')
    .replace(':token', token)
    .replace(':uid', unknownUid)
    .replaceAll(/:\w+/g, '1')
}

const unknownUid = '00000000-0000-4000-8000-000000000000'
