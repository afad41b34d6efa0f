import { InlineLink } from '../../../../core/web/admin/screen-link.tsx'
import { peoplePaths } from '../../../people/contract/people-paths.ts'

type PersonLinkProps = {
  /** Null for someone who was erased */
  entryId: number | null
  name: string
  company: string
}

/** The name of a person and their organization, linked to People */
export function PersonLink({ entryId, name, company }: PersonLinkProps) {
  return (
    <>
      {entryId === null ? (
        name
      ) : (
        <InlineLink href={peoplePaths.adminPerson('waitlist', entryId)} dir="auto">
          {name}
        </InlineLink>
      )}
      {company && (
        <>
          , <bdi>{company}</bdi>
        </>
      )}
    </>
  )
}

/** What a client wrote. `none` is shown if they wrote nothing. */
export function ClientWords({ text, none }: { text: string | null; none?: string }) {
  if (!text) return none ? <p>{none}</p> : null
  return (
    <blockquote className="client-words" dir="auto">
      {text}
    </blockquote>
  )
}
