import { type ReactNode, useState } from 'react'
import type { ColorField } from '../../../../core/contract/site-content/fields.ts'
import { InputField } from '../../../../core/web/ui/field.tsx'
import { invalidColor } from '../../contract/site-content/schema.ts'
import { type ControlProps, idOf, messageKey } from './field-path.ts'

/** A color, typed in hex or picked with the browser's own color picker. `children` are shown below it. */
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
        onBlur={() => setLeft(true)}
        onChange={({ target }) => onChange(completeHex(target.value))}
        beside={
          <input
            type="color"
            className="color-well"
            aria-label={`Pick the ${field.label.toLowerCase()}`}
            // Black while the typed color is not complete
            value={isHex(value) ? value.toLowerCase() : '#000000'}
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
