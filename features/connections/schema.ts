import { integer, jsonb, pgTable, text } from 'drizzle-orm/pg-core'
import { checkEnum, timestamptz } from '../../core/server/db/schema/columns.ts'
import { users } from '../accounts/schema/accounts.ts'
import { connectionKinds } from './contract/connections.ts'

/** Services that an owner connected in Settings, one row each */
export const connections = pgTable(
  'connections',
  {
    kind: text('kind', { enum: connectionKinds }).primaryKey(),
    /** Everything but the password or key (features/connections/contract/connections.ts) */
    values: jsonb('values').notNull(),
    /** The password or key, sealed for its kind and target (server/secrets) */
    sealedSecret: text('sealed_secret'),
    updatedAt: timestamptz('updated_at').notNull().defaultNow(),
    updatedBy: integer('updated_by').references(() => users.id, { onDelete: 'set null' }),
  },
  (table) => [checkEnum(table.kind, connectionKinds)],
)
