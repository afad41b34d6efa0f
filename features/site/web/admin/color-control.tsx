import { type ReactNode, useState } from 'react'
import type { ColorField } from '../../../../core/contract/site-content/fields.ts'
import { InputField } from '../../../../core/web/ui/field.tsx'
import { invalidColor } from '../../contract/site-content/schema.ts'
import { type ControlProps, idOf, messageKey } from './field-path.ts'

/** A color, typed in hex or by its CSS name, or picked with the browser's own color picker. `children` are shown below it. */
export function ColorControl({
  field,
  value,
  path,
  messages,
  onChange,
  children,
}: ControlProps<ColorField, string> & { children?: ReactNode }) {
  // A color is not wrong while it is being typed.
  const [isLeft, setLeft] = useState(true)
  const [lastColor, setLastColor] = useState('#000000')
  if (isHex(value) && value.toLowerCase() !== lastColor) setLastColor(value.toLowerCase())
  const unfinished = isLeft && !isHex(value) ? invalidColor : undefined
  return (
    <div className="color-control">
      <InputField
        id={idOf(path)}
        label={field.label}
        hint={field.help}
        error={messages[messageKey(path)] ?? unfinished}
        value={value}
        maxLength={20}
        spellCheck={false}
        autoCapitalize="none"
        autoComplete="off"
        onFocus={() => setLeft(false)}
        onBlur={() => {
          setLeft(true)
          const color = hexOf(value)
          if (color !== value) onChange(color)
        }}
        onChange={({ target }) => onChange(completeHex(target.value))}
        beside={
          <input
            type="color"
            className="color-well"
            aria-label={`Pick the ${field.label.toLowerCase()}`}
            // The last color while another one is being typed
            value={lastColor}
            onChange={({ target }) => onChange(target.value)}
          />
        }
      />
      {children}
    </div>
  )
}

export const isHex = (text: string) => /^#[0-9a-f]{6}$/i.test(text)

/** Adds the number sign that people leave out when they paste a color. */
const completeHex = (typed: string) => (/^[0-9a-f]{6}$/i.test(typed.trim()) ? `#${typed.trim()}` : typed)

/** `#0000ff` for `blue` and other colors that the browser knows; anything else as it is */
function hexOf(typed: string): string {
  const context = document.createElement('canvas').getContext('2d')
  if (!context || isHex(typed)) return typed
  // What is no color leaves the one from before.
  context.fillStyle = '#010203'
  context.fillStyle = typed.trim()
  const found = context.fillStyle
  return isHex(found) && found !== '#010203' ? found : typed
}
