import { Check, ChevronDown, type LucideIcon } from 'lucide-react'
import { type ComponentProps, useId, useRef, useState } from 'react'
import { moveFocus } from '../../../../core/web/ui/arrow-keys.ts'
import { focusOnMount } from '../../../../core/web/ui/focus-on-mount.ts'

export type MenuItem = {
  label: string
  icon: LucideIcon
  run: () => void
  /** For an item that turns something on and off */
  isOn?: boolean
}

type ToolMenuProps = {
  label: string
  icon?: LucideIcon
  items: readonly MenuItem[]
  /** Called after an item has run, with true if it was chosen by keyboard */
  onDone?: (byKeyboard: boolean) => void
  /** More props of the button that opens the menu, such as its place in a toolbar */
  button?: ComponentProps<'button'>
}

/** A button that opens a menu, after the ARIA pattern of a menu button. */
export function ToolMenu({ label, icon: Icon, items, onDone, button }: ToolMenuProps) {
  const [isOpen, setOpen] = useState(false)
  const root = useRef<HTMLDivElement>(null)
  const id = useId()
  const focusButton = () => root.current?.querySelector('button')?.focus()

  return (
    <div ref={root} className="tool-menu">
      <button
        type="button"
        aria-haspopup="menu"
        aria-expanded={isOpen}
        aria-controls={isOpen ? id : undefined}
        onClick={() => setOpen(!isOpen)}
        onKeyDown={(event) => {
          if (event.key !== 'ArrowDown') return
          event.preventDefault()
          setOpen(true)
        }}
        {...button}
      >
        {Icon && <Icon aria-hidden="true" />}
        <span>{label}</span>
        <ChevronDown aria-hidden="true" />
      </button>
      {isOpen && (
        <div
          role="menu"
          id={id}
          aria-label={label}
          onBlur={({ relatedTarget }) => {
            if (!root.current?.contains(relatedTarget)) setOpen(false)
          }}
          onKeyDown={(event) => {
            // The toolbar around the menu uses the same keys.
            event.stopPropagation()
            if (moveFocus(event, 'button', ['ArrowUp', 'ArrowDown']) || event.key !== 'Escape') return
            setOpen(false)
            focusButton()
            event.preventDefault()
          }}
        >
          {items.map(({ label, icon: ItemIcon, run, isOn }, index) => (
            <button
              key={label}
              type="button"
              {...roleOf(isOn)}
              tabIndex={-1}
              ref={index === 0 ? focusOnMount : undefined}
              onClick={(event) => {
                setOpen(false)
                // Before the item runs, because it may move the focus to the text or to a form.
                focusButton()
                run()
                onDone?.(event.detail === 0)
              }}
            >
              <ItemIcon aria-hidden="true" />
              {label}
              {isOn && <Check className="tool-menu-check" aria-hidden="true" />}
            </button>
          ))}
        </div>
      )}
    </div>
  )
}

const roleOf = (isOn: boolean | undefined) =>
  isOn === undefined ? { role: 'menuitem' } : { role: 'menuitemcheckbox', 'aria-checked': isOn }
