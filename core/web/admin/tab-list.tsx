import type { ReactNode } from 'react'
import { moveFocus } from '../ui/arrow-keys.ts'
import { follow } from './screen-link.tsx'

type TabListProps = { label: string; tabs: Tab[]; open: string; panel: string }
type Tab = { id: string; label: string; href: string; badge?: ReactNode }

type TabsProps = Omit<TabListProps, 'panel'> & {
  className?: string
  /** True while a screen inside the panel needs the room. What the panel shows stays as it is. */
  isHidden?: boolean
  children: ReactNode
}

/** The tabs of a screen, and the panel of the open one */
export function Tabs({ className, isHidden = false, children, ...tabs }: TabsProps) {
  const panel = `${tabs.label.toLowerCase()}-panel`
  return (
    <>
      {!isHidden && (
        <div className="admin-top">
          <TabList {...tabs} panel={panel} />
        </div>
      )}
      <div
        id={panel}
        className={className}
        {...(!isHidden && { role: 'tabpanel', 'aria-labelledby': `tab-${tabs.open}` })}
      >
        {children}
      </div>
    </>
  )
}

/**
 * Tabs that are links. The arrow keys move the focus, Enter and Space open the focused tab (manual activation in ARIA).
 * If the open screen has no tab, no tab is selected and the Tab key reaches the first one.
 */
export function TabList({ label, tabs, open, panel }: TabListProps) {
  const stop = tabs.some(({ id }) => id === open) ? open : tabs[0]?.id
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
      {tabs.map(({ id, label, href, badge }) => (
        <a
          key={id}
          role="tab"
          id={`tab-${id}`}
          href={href}
          aria-selected={id === open}
          aria-controls={id === open ? panel : undefined}
          tabIndex={id === stop ? 0 : -1}
          onClick={(event) => {
            if (id === open) event.preventDefault()
            else follow(event, href)
          }}
        >
          {label}
          {badge}
        </a>
      ))}
    </div>
  )
}
