import { moveFocus } from './arrow-keys.ts'
import { follow } from './screen-link.tsx'

type Tab = { id: string; label: string; href: string }

/** Tabs that are links. The arrows move between them, Enter and Space open one (ARIA: manual activation). */
export function TabList({
  label,
  tabs,
  open,
  panel,
}: {
  label: string
  tabs: Tab[]
  open: string
  panel: string
}) {
  return (
    <div
      role="tablist"
      aria-label={label}
      className="admin-tabs"
      onKeyDown={(event) => {
        if (moveFocus(event, '[role=tab]') || event.key !== ' ') return
        event.preventDefault()
        if (event.target instanceof HTMLElement) event.target.click()
      }}
    >
      {tabs.map(({ id, label, href }) => (
        <a
          key={id}
          role="tab"
          id={`tab-${id}`}
          href={href}
          aria-selected={id === open}
          aria-controls={id === open ? panel : undefined}
          tabIndex={id === open ? 0 : -1}
          onClick={(event) => {
            if (id === open) event.preventDefault()
            else follow(event, href)
          }}
        >
          {label}
        </a>
      ))}
    </div>
  )
}
