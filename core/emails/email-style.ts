import { fontPairs } from '../contract/look/look.ts'
import type { Palette } from '../contract/look/palette.ts'
import type { SiteLook } from '../contract/look/site-look.ts'

/**
 * The style sheet of an email. It has hex colors and px sizes, because many email apps support neither oklch() nor custom
 * properties.
 */
export function writeEmailStyle(look: SiteLook | undefined): string {
  const { light, dark, corners, serif, sans } = look ? ownStyle(look) : originalStyle
  return `
body { margin: 0; padding: 0; }
.first-line { display: none; }
.paper { background: ${light.paper}; color: ${light.ink}; font: 17px/1.55 ${sans}; }
.outer { padding: 24px 12px; }
.sheet { max-width: 600px; margin: 0 auto; text-align: left; background: ${light.sheet}; border: 1px solid ${light.line}; border-radius: ${corners.sheet}px; overflow-wrap: anywhere; word-break: break-word; }
.inner { padding: 28px 32px 12px; }
.name { margin: 0 0 20px; font-size: 15px; font-weight: 600; color: ${light.link}; }
h1 { margin: 0 0 16px; font: 600 26px/1.25 ${serif}; color: ${light.ink}; }
h2 { margin: 28px 0 10px; font: 600 21px/1.3 ${serif}; }
h3 { margin: 24px 0 8px; font: 600 18px/1.3 ${serif}; }
p { margin: 0 0 16px; }
a { color: ${light.link}; }
img { max-width: 100%; height: auto; border-radius: ${corners.inner}px; }
pre { overflow-x: auto; padding: 12px; background: ${light.block}; border-radius: ${corners.inner}px; font-size: 14px; white-space: pre-wrap; }
blockquote { margin: 0 0 16px; padding: 2px 0 2px 14px; border-left: 3px solid ${light.mark}; }
table.data { width: 100%; margin: 0 0 16px; border-collapse: collapse; }
.data th, .data td { border: 1px solid ${light.line}; padding: 8px 10px; text-align: left; vertical-align: top; }
.data p { margin: 0; }
.answer { margin: 0 0 14px; }
.fact { margin: 0 0 14px; }
.fact p { margin: 0 0 2px; }
.label { margin: 0 0 4px; font-size: 14px; color: ${light.quiet}; }
.action { margin: 4px 0 20px; }
.button { background: ${light.button}; border-radius: ${corners.button}px; }
.button a { display: inline-block; padding: 12px 26px; font-weight: 600; color: ${light.onButton}; text-decoration: none; }
.foot { padding: 16px 32px 20px; border-top: 1px solid ${light.line}; font-size: 14px; color: ${light.quiet}; }
.foot p { margin: 0 0 6px; }
.foot a { color: ${light.quiet}; }
@media (max-width: 480px) { .inner { padding: 22px 20px 8px; } .foot { padding: 14px 20px 16px; } }
@media (prefers-color-scheme: dark) {
  .paper { background: ${dark.paper}; color: ${dark.ink}; }
  .sheet { background: ${dark.sheet}; border-color: ${dark.line}; }
  .name, a { color: ${dark.link}; }
  h1, h2, h3 { color: ${dark.ink}; }
  pre { background: ${dark.paper}; }
  .data th, .data td { border-color: ${dark.line}; }
  .label, .foot, .foot a { color: ${dark.quiet}; }
  .foot { border-color: ${dark.line}; }
}
${look ? additionsFor(look) : ''}`
}

/** Rules that only an office's own look needs: its logo, and its button in the dark theme */
function additionsFor({ palette, logo }: SiteLook): string {
  const edge = (theme: 'light' | 'dark') =>
    palette['button-edge'][theme] === 'transparent'
      ? ''
      : ` border: 1px solid ${palette['button-edge'][theme]};`
  const plate = logo?.plate === 'light' ? ' background: #ffffff; padding: 6px 8px;' : ''
  return `.logo { vertical-align: middle; border-radius: 0; }
.logo + span { margin-left: 10px; }
.button {${edge('light')} }
@media (prefers-color-scheme: dark) {
  .logo {${plate} }
  .button { background: ${palette['button-fill'].dark};${edge('dark')} }
  .button a { color: ${palette['color-on-marigold'].dark}; }
}
`
}

const helvetica = '"Helvetica Neue", Arial, sans-serif'

function ownStyle({ palette, fontPair, corners }: SiteLook): typeof originalStyle {
  const { headlines, text, hasSerifs } = fontPairs[fontPair]
  return {
    light: { ...originalStyle.light, ...lightColors(palette) },
    dark: darkColors(palette),
    corners: emailCorners[corners],
    serif: `${quote(headlines)}, ${hasSerifs ? 'Georgia, serif' : helvetica}`,
    sans: `${quote(text)}, ${helvetica}`,
  }
}

const quote = (family: string) => (/^\w+$/.test(family) ? family : `"${family}"`)

function lightColors(palette: Palette) {
  return {
    ink: palette['color-ink'].light,
    link: palette['color-green'].light,
    quiet: palette['color-ink-2'].light,
    mark: palette['color-marigold'].light,
    button: palette['button-fill'].light,
    onButton: palette['color-on-marigold'].light,
  }
}

function darkColors(palette: Palette): typeof originalStyle.dark {
  return {
    paper: palette['color-paper'].dark,
    sheet: palette['color-paper-2'].dark,
    line: palette['color-line'].dark,
    ink: palette['color-ink'].dark,
    link: palette['color-green'].dark,
    quiet: palette['color-ink-2'].dark,
  }
}

/** Radii in px */
const emailCorners: Record<SiteLook['corners'], typeof originalStyle.corners> = {
  square: { sheet: 0, inner: 0, button: 0 },
  slight: { sheet: 6, inner: 4, button: 8 },
  soft: { sheet: 10, inner: 6, button: 999 },
  round: { sheet: 14, inner: 8, button: 999 },
}

const originalStyle = {
  light: {
    paper: '#fbf8f1',
    sheet: '#ffffff',
    block: '#f4efe2',
    line: '#e2dccb',
    ink: '#17271f',
    link: '#1f5a43',
    quiet: '#4b5a52',
    mark: '#e9a93a',
    button: '#e9a93a',
    onButton: '#2e2310',
  },
  dark: {
    paper: '#16201b',
    sheet: '#1d2a24',
    line: '#34443c',
    ink: '#f2ede0',
    link: '#a9d3bd',
    quiet: '#bcc7bf',
  },
  corners: { sheet: 14, inner: 8, button: 999 },
  serif: 'Fraunces, Georgia, serif',
  sans: `Figtree, ${helvetica}`,
}
