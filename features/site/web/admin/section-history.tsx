import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { formatRecent } from '../../../../core/contract/format-date.ts'
import type { Fields, FieldValues } from '../../../../core/contract/site-content/fields.ts'
import { apiQuery } from '../../../../core/web/admin/api.ts'
import { useLoaded } from '../../../../core/web/admin/load-problem.tsx'
import { VersionsDialog } from '../../../../core/web/admin/versions-dialog.tsx'
import { ComparedFields } from '../../../../core/web/editing/record/compared-fields.tsx'
import { isSame } from '../../../../core/web/editing/record/merge-versions.ts'
import { Button } from '../../../../core/web/ui/button.tsx'
import { describeValue } from '../../contract/site-content/describe.ts'
import type { Section } from '../../contract/site-content/section.ts'
import {
  type SectionRevision,
  sectionRevisionList,
  sectionRevisionRead,
} from '../../contract/site-content/section-api.ts'

const causes: Record<SectionRevision['cause'], string> = {
  draft: 'Draft saved',
  publish: 'Published',
  original: 'Back to the original',
}

type SectionHistoryProps = {
  section: Section
  current: FieldValues<Fields>
  onClose: () => void
  /** Called with the value of a version that the user wants back in the form */
  onUse: (value: FieldValues<Fields>) => void
}

/** The kept versions of a section, compared with the form. A chosen version goes into the form and is saved from there. */
export function SectionHistory({ section, current, onClose, onUse }: SectionHistoryProps) {
  const params = { section: section.id }
  const [chosen, setChosen] = useState<SectionRevision>()
  const list = useQuery({ ...apiQuery(sectionRevisionList, { params }), gcTime: 0 })
  const query = apiQuery(sectionRevisionRead, { params: { ...params, revisionId: chosen?.id ?? 1 } })
  const { data, notLoaded } = useLoaded(
    { ...query, enabled: chosen !== undefined },
    { failure: 'We couldn’t load this version.', waiting: 'Loading the version...' },
  )
  // The cast is safe: the server completes each stored value to the fields of the section.
  const value = data?.value as FieldValues<Fields> | undefined
  const describe = (version: FieldValues<Fields>) => describeValue(section.fields, version)
  return (
    <VersionsDialog
      list={list}
      causes={causes}
      chosen={chosen}
      onChoose={setChosen}
      onClose={onClose}
      actions={
        value &&
        !isSame(describe(value), describe(current)) && (
          <Button onClick={() => onUse(value)}>Use this version</Button>
        )
      }
    >
      {notLoaded}
      {chosen && value && (
        <ComparedFields
          names={[`Version from ${formatRecent(chosen.savedAt)}`, 'In the form']}
          before={describe(value)}
          after={describe(current)}
        />
      )}
    </VersionsDialog>
  )
}
