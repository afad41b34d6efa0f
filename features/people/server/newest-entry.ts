import { type SQL, sql } from 'drizzle-orm'
import { entryForms } from '../contract/people.ts'
import { entryTables } from './entry-tables.ts'

/**
 * Subquery: form, id, name, and company of the newest listed entry of an address (in lower case). Spam and deleted people
 * have none.
 */
export function newestEntryOf(email: SQL): SQL {
  const each = entryForms.map(
    (form) => sql`select ${form}::text as form, id, name, company, created_at from ${entryTables[form]}
      where lower(${entryTables[form].email}) = ${email} and suspected_at is null and deleted_at is null`,
  )
  return sql`(select form, id, name, company from (${sql.join(each, sql` union all `)}) as entries
    order by created_at desc limit 1)`
}
