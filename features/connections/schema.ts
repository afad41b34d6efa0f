import { integer, jsonb, pgTable, text } from 'drizzle-orm/pg-core'
import { connectionKinds } from '../../../contracts/connections.ts'
import { users } from './accounts.ts'
import { checkEnum, timestamptz } from './columns.ts'

/** Services that an owner connected in Settings, one row each */
export const connections = pgTable(
  'connections',
  {
    kind: text('kind', { enum: connectionKinds }).primaryKey(),
    /** Everything but the password or key (contracts/connections.ts) */
    values: jsonb('values').notNull(),
    /** The password or key, sealed for its kind and target (server/secrets) */
    sealedSecret: text('sealed_secret'),
    updatedAt: timestamptz('updated_at').notNull().defaultNow(),
    updatedBy: integer('updated_by').references(() => users.id, { onDelete: 'set null' }),
  },
  (table) => [checkEnum(table.kind, connectionKinds)],
)
