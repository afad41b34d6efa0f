import { ChevronDown } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import * as z from 'zod/mini'
import { readLocalCopy, writeLocalCopy } from '../../../../core/web/editing/local-copy.ts'

type PanelGroupProps = {
  title: string
  /** How a browser shows the group until the user opens or closes it */
  startsOpen?: boolean
  children: ReactNode
  /** Shown below the fields. Not rendered while the group is closed, because it changes with each keystroke. */
  whileOpen?: ReactNode
}

/** Fields of the panel that fold. The browser remembers how the user left them. */
export function PanelGroup({ title, startsOpen = false, children, whileOpen }: PanelGroupProps) {
  const key = `panel-group:${title}`
  const [isOpen, setOpen] = useState(() => readLocalCopy(key, z.boolean()) ?? startsOpen)
  return (
    <details
      className="panel-group"
      open={isOpen}
      onToggle={({ currentTarget: { open } }) => {
        setOpen(open)
        writeLocalCopy(key, open)
      }}
    >
      <summary>
        {title}
        <ChevronDown aria-hidden="true" />
      </summary>
      <div className="panel-fields">
        {children}
        {isOpen && whileOpen}
      </div>
    </details>
  )
}

/** Opens the groups that have such a field, so that its error can be seen and it can take the focus. */
export function openGroupsWith(selector: string): void {
  for (const field of document.querySelectorAll(`#post-form ${selector}`)) {
    const group = field.closest('details')
    if (group) group.open = true
  }
}
