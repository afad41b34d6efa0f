import { useId } from 'react'
import type { Theme, Token } from '../../../../../core/contract/look/original-colors.ts'
import { themes } from '../../../../../core/contract/look/original-colors.ts'
import {
  type Correction,
  derivePalette,
  type Palette,
  type PickedColors,
} from '../../../../../core/contract/look/palette.ts'

type Part = 'main' | 'action'

/** Shows what becomes of a picked color in both themes, and says what was corrected. */
export function ColorSwatches({ of, picked }: { of: Part; picked: PickedColors }) {
  const { palette, corrections } = derivePalette({
    mainColor: picked.mainColor.toLowerCase(),
    actionColor: picked.actionColor.toLowerCase(),
  })
  return (
    <>
      <div className="swatches">
        {themes.map((theme) => (
          <Swatch key={theme} of={of} theme={theme} palette={palette} />
        ))}
      </div>
      <ul className="swatch-notes" aria-live="polite">
        {corrections
          .filter(({ color }) => color === of)
          .map((correction) => (
            <li key={correction.theme}>{describe(correction)}</li>
          ))}
      </ul>
    </>
  )
}

const themeNames: Record<Theme, string> = { light: 'Light', dark: 'Dark' }

/** A sample of text, or of a button, on the page. SVG, because the security policy allows no inline styles. */
function Swatch({ of, theme, palette }: { of: Part; theme: Theme; palette: Palette }) {
  const title = useId()
  const color = (token: Token) => palette[token][theme]
  const shown = color(of === 'main' ? 'color-green' : 'button-fill')
  const edge = color('button-edge')
  return (
    <figure>
      <svg viewBox="0 0 180 64" role="img" aria-labelledby={title}>
        <title id={title}>{`${themeNames[theme]} theme: ${shown}`}</title>
        <rect width="180" height="64" fill={color('color-paper')} />
        {of === 'main' ? (
          <>
            <text x="16" y="39" fontSize="17" fontWeight="600" fill={shown}>
              Text
            </text>
            <rect x="62" width="40" height="64" fill={color('color-sage')} />
            <rect x="102" width="38" height="64" fill={color('art-leaf')} />
            <rect x="140" width="40" height="64" fill={color('color-deep')} />
          </>
        ) : (
          <>
            <rect
              x="14"
              y="14"
              width="92"
              height="36"
              rx="18"
              fill={shown}
              stroke={edge === 'transparent' ? 'none' : edge}
              strokeWidth="1.5"
            />
            <text
              x="60"
              y="37"
              fontSize="15"
              fontWeight="650"
              textAnchor="middle"
              fill={color('color-on-marigold')}
            >
              Button
            </text>
            <rect x="124" y="30" width="42" height="4" rx="2" fill={color('color-marigold')} />
          </>
        )}
      </svg>
      <figcaption>{themeNames[theme]}</figcaption>
    </figure>
  )
}

function describe({ color, theme, change, shown }: Correction): string {
  if (color === 'main') return `Made ${change} (${shown}) so that text stays readable.`
  return `Hard to see on the ${theme} page, so buttons get an outline there, and lines are ${change} (${shown}).`
}
