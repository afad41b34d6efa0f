import { useQuery } from '@tanstack/react-query'
import { useDeferredValue, useRef, useState } from 'react'
import { paths } from '../../../core/contract/paths.ts'
import { may } from '../../../core/contract/roles.ts'
import { apiQuery } from '../../../core/web/admin/api.ts'
import { useCurrentUser } from '../../../core/web/admin/current-user.ts'
import { navigate } from '../../../core/web/admin/history.ts'
import { follow } from '../../../core/web/admin/screen-link.tsx'
import { moveFocus } from '../../../core/web/ui/arrow-keys.ts'
import { InputField } from '../../../core/web/ui/field.tsx'
import { Form } from '../../../core/web/ui/form.tsx'
import { Modal } from '../../../core/web/ui/modal.tsx'
import { entryList } from '../../../features/people/contract/people.ts'
import { peoplePaths } from '../../../features/people/contract/people-paths.ts'
import { postPaths } from '../../../features/posts/contract/post-paths.ts'
import { postList } from '../../../features/posts/contract/posts.ts'
import { formPathOf } from '../../../features/posts/web/admin/kind-words.ts'
import { useEntries } from './menu-entries.tsx'
import { settingsPages } from './settings/settings-pages.ts'

/** Results of each kind */
const shown = 5

type Found = { key: string; label: string; kind: string; href: string }

/** Finds screens, posts, people, and actions. */
export function FindDialog({ onClose }: { onClose: () => void }) {
  const field = useRef<HTMLInputElement>(null)
  const [typed, setTyped] = useState('')
  const found = useFound(useDeferredValue(typed.trim()))
  return (
    <Modal title="Find" onClose={onClose} first={field}>
      <Form
        role="search"
        onSubmit={() => {
          const [first] = found
          if (!first) return
          onClose()
          void navigate(first.href)
        }}
        onKeyDown={(event) => moveFocus(event, 'input, a', ['ArrowUp', 'ArrowDown'])}
      >
        <InputField
          id="find"
          type="search"
          label="Screens, posts, people, and actions"
          autoComplete="off"
          ref={field}
          value={typed}
          onChange={({ target }) => setTyped(target.value)}
        />
        <ul className="find-list" aria-label="Results">
          {found.map(({ key, label, kind, href }) => (
            <li key={key}>
              <a
                href={href}
                dir="auto"
                onClick={(event) => {
                  follow(event, href)
                  if (event.defaultPrevented) onClose()
                }}
              >
                {label} <span>{kind}</span>
              </a>
            </li>
          ))}
        </ul>
        <p className="form-note" role="status">
          {found.length === 0 && 'Nothing found. Try other words.'}
        </p>
      </Form>
    </Modal>
  )
}

/** Everything that contains the words; all screens while there are none */
function useFound(words: string): Found[] {
  const user = useCurrentUser()
  const entries = useEntries()
  const screens: Found[] = [
    { key: 'new', label: 'Write a new post', kind: 'Action', href: paths.adminTab('create') },
    { key: 'new-page', label: 'Write a new page', kind: 'Action', href: postPaths.adminNewPage },
    ...entries.flatMap((entry) =>
      (entry.parts?.some((part) => part.href === entry.href)
        ? entry.parts
        : [entry, ...(entry.parts ?? [])]
      ).map(({ screen, label, href }) => ({ key: screen, label, kind: 'Screen', href })),
    ),
    ...settingsPages
      .filter(({ right }) => may(user, right))
      .map(({ id, label }) => ({
        key: `settings-${id}`,
        label,
        kind: 'Settings',
        href: paths.adminSettingsTab(id),
      })),
  ]
  const enabled = words.length > 1
  const posts = useQuery({ ...apiQuery(postList, { query: { q: words, limit: shown } }), enabled })
  const people = useQuery({ ...apiQuery(entryList, { query: { q: words, limit: shown } }), enabled })
  const wanted = words.toLowerCase().split(/\s+/)
  return [
    ...screens.filter(({ label, kind }) =>
      wanted.every((word) => ` ${label} ${kind}`.toLowerCase().includes(` ${word}`)),
    ),
    ...(enabled ? (people.data ?? []) : []).map(({ form, id, name }) => ({
      key: `${form}-${id}`,
      label: name,
      kind: 'Person',
      href: peoplePaths.adminPerson(form, id),
    })),
    ...(enabled ? (posts.data ?? []) : []).map((post) => ({
      key: `post-${post.id}`,
      label: post.title,
      kind: 'Post',
      href: formPathOf(post),
    })),
  ]
}
