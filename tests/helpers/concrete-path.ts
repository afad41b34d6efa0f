/** Replaces the parameters of a route by values, so that its path can be requested. `token` is for the links of guests. */
export function concretePath(url: string, token = '1'): string {
  return url.replace(/\*$/, 'nothing').replace(':token', token).replaceAll(/:\w+/g, '1')
}
