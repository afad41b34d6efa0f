import type { LogoPicture } from '../../contract/look/site-look.ts'
import { paths } from '../../contract/paths.ts'
import type { Site } from '../../contract/site.ts'

/** Names with more characters than this get a smaller font. */
const longName = 24

export function Logo({ site }: { site: Site }) {
  return (
    <a className={site.name.length > longName ? 'logo logo-long' : 'logo'} href={paths.home}>
      <Brand logo={site.look?.logo} name={site.name} />
    </a>
  )
}

/** The office's own logo or the drawn one, with the name beside it */
export function Brand({ logo, name }: { logo: LogoPicture | undefined; name: string }) {
  return (
    <>
      {logo ? <LogoImage logo={logo} name={name} /> : <LogoMark />}
      {(!logo || logo.hasName) && <span className="logo-name">{name}</span>}
    </>
  )
}

function LogoImage({ logo, name }: { logo: LogoPicture; name: string }) {
  const { src, width, height, plate, hasName } = logo
  return (
    <img
      className={plate === 'none' ? 'logo-image' : `logo-image logo-on-${plate}`}
      src={src}
      width={width}
      height={height}
      alt={hasName ? '' : name}
    />
  )
}

/** The drawn logo: a speech bubble with a rising sun */
function LogoMark() {
  return (
    <svg className="logo-mark" viewBox="0 0 40 40" aria-hidden="true">
      <path
        className="logo-bubble"
        d="M9 3h22a7 7 0 0 1 7 7v16a7 7 0 0 1-7 7H18l-8 6v-6H9a7 7 0 0 1-7-7V10a7 7 0 0 1 7-7z"
      />
      <path className="logo-sun" d="M11 27a9 9 0 0 1 18 0z" />
      <path className="logo-rays" d="M20 9.500v4M9.800 14.200l2.700 2.700M30.200 14.200l-2.700 2.700" />
    </svg>
  )
}
