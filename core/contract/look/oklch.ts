/**
 * Colors in OKLCH (https://bottosson.github.io/posts/oklab/), in which equal steps look equal: `l` is the lightness from
 * 0 to 1, `c` the chroma (0 is gray), `h` the hue in degrees.
 */
export type Oklch = { l: number; c: number; h: number }

/** Red, green, and blue from 0 to 1 without gamma correction; outside of that range if no screen can show the color */
type Linear = [red: number, green: number, blue: number]

export function hexToOklch(hex: string): Oklch {
  const [red, green, blue] = toLinear(hex)
  const long = Math.cbrt(0.4122214708 * red + 0.5363325363 * green + 0.0514459929 * blue)
  const medium = Math.cbrt(0.2119034982 * red + 0.6806995451 * green + 0.1073969566 * blue)
  const short = Math.cbrt(0.0883024619 * red + 0.2817188376 * green + 0.6299787005 * blue)
  const l = 0.2104542553 * long + 0.793617785 * medium - 0.0040720468 * short
  const a = 1.9779984951 * long - 2.428592205 * medium + 0.4505937099 * short
  const b = 0.0259040371 * long + 0.7827717662 * medium - 0.808675766 * short
  return { l, c: Math.hypot(a, b), h: turn((Math.atan2(b, a) * 180) / Math.PI) }
}

/** The color as `#rrggbb`. A color that sRGB does not have gets less chroma until sRGB has it. */
export function oklchToHex(color: Oklch): string {
  const l = Math.min(1, Math.max(0, color.l))
  const fits = (c: number) =>
    oklchToLinear({ ...color, l, c }).every((part) => part >= -1e-4 && part <= 1.0001)
  if (fits(color.c)) return toHex(oklchToLinear({ ...color, l }))
  let [low, high] = [0, color.c]
  while (high - low > 2e-4) {
    const middle = (low + high) / 2
    if (fits(middle)) low = middle
    else high = middle
  }
  return toHex(oklchToLinear({ ...color, l, c: low }))
}

/** Contrast of two colors by WCAG 2, from 1 to 21 */
export function contrast(one: string, other: string): number {
  return contrastOf(luminance(one), luminance(other))
}

/** The same for two luminances */
export function contrastOf(one: number, other: number): number {
  return (Math.max(one, other) + 0.05) / (Math.min(one, other) + 0.05)
}

/** A hue between 0 and 360 */
export const turn = (degrees: number) => ((degrees % 360) + 360) % 360

/** Luminance by WCAG 2, from 0 (black) to 1 (white) */
export function luminance(hex: string): number {
  const [red, green, blue] = toLinear(hex)
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}

function oklchToLinear({ l, c, h }: Oklch): Linear {
  const [a, b] = [c * Math.cos((h * Math.PI) / 180), c * Math.sin((h * Math.PI) / 180)]
  const long = (l + 0.3963377774 * a + 0.2158037573 * b) ** 3
  const medium = (l - 0.1055613458 * a - 0.0638541728 * b) ** 3
  const short = (l - 0.0894841775 * a - 1.291485548 * b) ** 3
  return [
    4.0767416621 * long - 3.3077115913 * medium + 0.2309699292 * short,
    -1.2684380046 * long + 2.6097574011 * medium - 0.3413193965 * short,
    -0.0041960863 * long - 0.7034186147 * medium + 1.707614701 * short,
  ]
}

function toLinear(hex: string): Linear {
  const bits = Number.parseInt(hex.slice(1, 7), 16)
  return [linearParts[bits >> 16] ?? 0, linearParts[(bits >> 8) & 255] ?? 0, linearParts[bits & 255] ?? 0]
}

/** The value without gamma correction of each of the 256 values of a part */
const linearParts = Array.from({ length: 256 }, (_, value) => {
  const part = value / 255
  return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4
})

/** Two hexadecimal digits of a value from 0 to 255 */
export const toHexPart = (value: number) => Math.round(value).toString(16).padStart(2, '0')

function toHex(color: Linear): string {
  const parts = color.map((part) => {
    const clipped = Math.min(1, Math.max(0, part))
    const gamma = clipped <= 0.0031308 ? clipped * 12.92 : 1.055 * clipped ** (1 / 2.4) - 0.055
    return toHexPart(gamma * 255)
  })
  return `#${parts.join('')}`
}
