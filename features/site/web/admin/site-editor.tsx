import { useQuery } from '@tanstack/react-query'
import { use, useId, useState } from 'react'
import { paths } from '../../../../core/contract/paths.ts'
import { apiQuery } from '../../../../core/web/admin/api.ts'
import { navigate } from '../../../../core/web/admin/history.ts'
import { LoadProblem, useLoaded } from '../../../../core/web/admin/load-problem.tsx'
import { TextLink } from '../../../../core/web/admin/screen-link.tsx'
import { Options } from '../../../../core/web/ui/field.tsx'
import { postPaths } from '../../../posts/contract/post-paths.ts'
import { isOnPage, type Section, selectorOn } from '../../contract/site-content/section.ts'
import { type PreviewPage, sectionList, sectionRead } from '../../contract/site-content/section-api.ts'
import { DraftsBar } from './drafts-bar.tsx'
import { PlacesContext } from './link-control.tsx'
import { PagePreview, previewId } from './page-preview.tsx'
import { SectionForm } from './section-form.tsx'
import { SectionList } from './section-list.tsx'
import { SwitchNote } from './switch-note.tsx'
import { usePreview } from './use-preview.ts'
import type { Unsaved } from './use-section.ts'

/** A page with all drafts, beside the list of sections or the form of the open one. A click on the page opens a form. */
export function SiteEditor({ sections, section }: { sections: Section[]; section: Section | undefined }) {
  // Loaded again at each visit, because someone else may have changed a section.
  const { data, error, refetch } = useQuery({ ...apiQuery(sectionList), refetchOnMount: 'always' })
  const states = data ?? []
  const [page, setPage] = useState<PreviewPage>(section?.page ?? 'home')
  const [last, setLast] = useState(section)
  const [typed, setTyped] = useState<Unsaved>()
  const [picked, setPicked] = useState<{ id: string; words: string[] }>()
  if (section !== last) {
    setLast(section)
    if (section && !isOnPage(section, page)) setPage(section.page)
  }
  const names: Record<string, string> = {
    ...pageNames,
    ...Object.fromEntries(use(PlacesContext)),
  }
  const unsaved = typed?.section === section ? typed : undefined
  const versions = states.map(({ section, version }) => `${section} ${version}`).join()
  const html = usePreview(page, unsaved, data || error ? versions : undefined)
  const parts = sections.flatMap((one) => {
    const selector = selectorOn(one, page)
    return selector === undefined ? [] : [{ id: one.id, title: one.title, selector }]
  })

  return (
    <div className="admin-page site-editor">
      <div className="site-editor-head">
        {section && section.id !== 'look' && <TextLink href={paths.adminSite}>All sections</TextLink>}
        <h1>{section?.title ?? 'Site'}</h1>
        {!section && (
          <p className="site-lead">
            Click any words on the page to change them in the form beside it, or choose a section. Nothing
            changes for visitors until you publish.
          </p>
        )}
        {section ? (
          <SwitchNote section={section.id} />
        ) : (
          <TextLink href={postPaths.adminNewPage}>Add a page</TextLink>
        )}
        {error && <LoadProblem what="The sections couldn’t be loaded." error={error} onRetry={refetch} />}
        <DraftsBar sections={sections} states={states} open={section} unsaved={unsaved} />
        {section && (
          <a className="text-link site-to-preview" href={`#${previewId}`}>
            See the preview
          </a>
        )}
      </div>
      <div className="site-editor-columns">
        {section ? (
          <LoadedForm
            key={section.id}
            section={section}
            onType={setTyped}
            picked={picked?.id === section.id ? picked.words : undefined}
          />
        ) : (
          <SectionList sections={sections} states={states} />
        )}
        <PagePreview
          label={names[page] ?? ''}
          page={page}
          html={html}
          selector={section && selectorOn(section, page)}
          parts={parts}
          onPick={(id, words) => {
            setPicked({ id, words })
            if (id !== section?.id) void navigate(paths.adminSiteSection(id))
          }}
          hasThemes={section?.id === 'look'}
        >
          <PageSelect names={names} page={page} onChange={setPage} />
        </PagePreview>
      </div>
    </div>
  )
}

type LoadedFormProps = {
  section: Section
  onType: (typed: Unsaved | undefined) => void
  picked: readonly string[] | undefined
}

function LoadedForm({ section, ...rest }: LoadedFormProps) {
  const query = apiQuery(sectionRead, { params: { section: section.id } })
  // No cache, because an older state would end in a conflict at the first save.
  const { data, query: loading, notLoaded } = useLoaded({ ...query, gcTime: 0 }, 'the section')
  if (!data || loading.isFetching) return <div>{notLoaded}</div>
  return <SectionForm of={section} initial={data} {...rest} />
}

const pageNames: Record<Exclude<PreviewPage, `/${string}`>, string> = {
  home: 'Home',
  apps: 'Apps',
  waitlist: 'Waitlist',
  plan: 'Help us plan',
  contact: 'Contact',
  blog: 'Blog',
  post: 'Newest post',
  notFound: 'Page not found',
  privacyPolicy: 'Privacy policy',
  termsOfService: 'Terms of service',
}

type PageSelectProps = {
  names: Record<string, string>
  page: PreviewPage
  onChange: (page: PreviewPage) => void
}

function PageSelect({ names, page, onChange }: PageSelectProps) {
  const id = useId()
  return (
    <div className="page-select">
      <label htmlFor={id}>Page</label>
      <select
        className="field-control"
        id={id}
        value={page}
        onChange={(event) => onChange(event.currentTarget.value as PreviewPage)}
      >
        <Options of={Object.entries(names)} />
      </select>
    </div>
  )
}
