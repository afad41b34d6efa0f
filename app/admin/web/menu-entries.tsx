import { Files, FileText, type LucideIcon, PanelsTopLeft, PenLine, Send, Sun, Users } from 'lucide-react'
import type { ReactNode } from 'react'
import { paths } from '../../../core/contract/paths.ts'
import { may, type Right } from '../../../core/contract/roles.ts'
import { useCurrentUser } from '../../../core/web/admin/current-user.ts'
import { MailCount, NewsCount } from '../../../core/web/admin/unread-counts.tsx'
import { peoplePaths } from '../../../features/people/contract/people-paths.ts'
import { postPaths } from '../../../features/posts/contract/post-paths.ts'
import { type MenuPlace, useFeatures } from '../../features.client.ts'

/** A screen, or the path of a feature's screen */
export type Screen = string

export type MenuItem = {
  screen: Screen
  label: string
  href: string
  icon: LucideIcon
  count?: ReactNode
  /** The right that the screen needs */
  right?: Right | undefined
}

/** An entry of the menu; with `parts`, the screens that it leads to */
export type MenuEntry = MenuItem & { parts?: MenuItem[] }

/** The entries that the user may use, in their order */
export function useEntries(): MenuEntry[] {
  const user = useCurrentUser()
  const { screens } = useFeatures()
  const mayUse = ({ right }: { right?: Right | undefined }) => right === undefined || may(user, right)
  const at = (place: MenuPlace) =>
    screens
      .filter((screen) => screen.place === place)
      .map(({ path, label, icon, right }) => ({ screen: path, label, href: path, icon, right }))
  const guests = <NewsCount of="guests" label="from guest authors" />
  const entries: MenuEntry[] = [
    {
      screen: 'today',
      label: 'Today',
      href: paths.adminToday,
      icon: Sun,
      count: <NewsCount of="dueSteps" label="due" />,
    },
    {
      screen: 'people',
      label: 'People',
      href: peoplePaths.adminPeople,
      icon: Users,
      count: <NewsCount of="people" label="new" />,
      parts: [
        { screen: 'outbox', label: 'Outbox', href: paths.adminOutbox, icon: Send, count: <MailCount /> },
      ],
    },
    ...at('after people'),
    {
      screen: 'writing',
      label: 'Writing',
      href: paths.admin,
      icon: PenLine,
      count: guests,
      parts: [
        { screen: 'posts', label: 'Posts', href: paths.admin, icon: FileText },
        { screen: 'own-pages', label: 'Pages', href: postPaths.adminOwnPages, icon: Files },
        ...at('in writing').filter(mayUse),
      ],
    },
    { screen: 'site', label: 'Site', href: paths.adminSite, icon: PanelsTopLeft, right: 'editSite' },
    ...at('last'),
  ]
  return entries.filter(mayUse)
}
