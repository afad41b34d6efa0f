import { useQuery } from '@tanstack/react-query'
import { createContext, use, useState } from 'react'
import { leadsToOff } from '../../../../core/contract/feature-switches.ts'
import { paths } from '../../../../core/contract/paths.ts'
import type { LinkField } from '../../../../core/contract/site-content/fields.ts'
import { apiQuery } from '../../../../core/web/admin/api.ts'
import { useFeaturesOff } from '../../../../core/web/admin/features-off.ts'
import { InputField, Options, SelectField } from '../../../../core/web/ui/field.tsx'
import { postPaths } from '../../../posts/contract/post-paths.ts'
import { postList } from '../../../posts/contract/posts.ts'
import { linkToPage, readPageLink } from '../../contract/site-content/link-target.ts'
import { sitePaths } from '../../contract/site-paths.ts'
import { type ControlProps, idOf, messageKey } from './field-path.ts'

type Places = [path: string, label: string][]

/** Pages of other features that a link can lead to */
export const PlacesContext = createContext<Places>([])

const firstPlaces: Places = [
  [paths.home, 'Home page'],
  [paths.services, 'Home page: services'],
  [sitePaths.onSiteTraining, 'Home page: on-site training'],
  [sitePaths.apps, 'Apps'],
  [postPaths.blog, 'Blog'],
  [sitePaths.waitlist, 'Waitlist'],
  [sitePaths.contact, 'Contact'],
]
const lastPlaces: Places = [
  [paths.privacyPolicy, 'Privacy policy'],
  [paths.termsOfService, 'Terms of service'],
  [sitePaths.yourData, 'Your data'],
]

const another = 'another'

/** Max pages to choose from. The server's menus know as many. */
const maxPages = 200
const ownPagesQuery = apiQuery(postList, { query: { kind: 'page', sort: 'title', limit: maxPages } })

/** Chooses one of the site's pages, or takes a typed address. */
export function LinkControl({ field, value, path, messages, onChange }: ControlProps<LinkField, string>) {
  const off = useFeaturesOff()
  const places = [...firstPlaces, ...use(PlacesContext), ...lastPlaces].flatMap(([to, label]): Places => {
    const isOff = leadsToOff(off, to)
    if (isOff && to !== value) return []
    return [[to, isOff ? `${label} (switched off)` : label]]
  })
  const isPlace = places.some(([to]) => to === value) || readPageLink(value) !== undefined
  const [isTyped, setTyped] = useState(!isPlace && value !== '')
  const { data: ownPages } = useQuery(ownPagesQuery)
  const error = messages[messageKey(path)]
  return (
    <div className="form-row">
      <SelectField
        id={isTyped ? `${idOf(path)}-place` : idOf(path)}
        label={field.label}
        hint={field.help}
        error={isTyped ? undefined : error}
        value={isTyped ? another : value}
        onChange={({ target }) => {
          setTyped(target.value === another)
          onChange(target.value === another ? '' : target.value)
        }}
      >
        <option value="">{field.isOptional ? (field.none ?? 'Nowhere') : 'Choose a page'}</option>
        <Options of={places} />
        <OwnPages pages={ownPages} chosen={value} />
        <option value={another}>Another address...</option>
      </SelectField>
      {isTyped && (
        <InputField
          id={idOf(path)}
          label="Address"
          placeholder="https://example.org"
          error={error}
          value={value}
          onChange={({ target }) => onChange(target.value)}
        />
      )}
    </div>
  )
}

type OwnPagesProps = {
  pages: { id: number; title: string; isPublished: boolean }[] | undefined
  chosen: string
}

/** The office's own pages as options. A link to a draft appears on the site when the page is published. */
function OwnPages({ pages, chosen }: OwnPagesProps) {
  const isKnown = pages?.some(({ id }) => linkToPage(id) === chosen)
  const isMissing = !isKnown && readPageLink(chosen) !== undefined
  if (!isMissing && (pages === undefined || pages.length === 0)) return null
  return (
    <optgroup label="Your pages">
      {pages?.map(({ id, title, isPublished }) => (
        <option key={id} value={linkToPage(id)}>
          {title}
          {!isPublished && ' (draft)'}
        </option>
      ))}
      {isMissing && <option value={chosen}>{pages ? 'A page that was removed' : 'Loading...'}</option>}
    </optgroup>
  )
}
