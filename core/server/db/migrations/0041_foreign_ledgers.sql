-- additive
CREATE TABLE "foreign_deletions" (
	"ledger_id" integer NOT NULL,
	"address_hash" text NOT NULL,
	"erased_until" timestamp with time zone,
	"deleted_at" timestamp with time zone,
	"noted_at" timestamp with time zone NOT NULL,
	CONSTRAINT "foreign_deletions_ledger_id_address_hash_pk" PRIMARY KEY("ledger_id","address_hash")
);
--> statement-breakpoint
CREATE TABLE "foreign_ledgers" (
	"id" serial PRIMARY KEY NOT NULL,
	"key" text NOT NULL,
	CONSTRAINT "foreign_ledgers_key_unique" UNIQUE("key")
);
--> statement-breakpoint
ALTER TABLE "foreign_deletions" ADD CONSTRAINT "foreign_deletions_ledger_id_foreign_ledgers_id_fk" FOREIGN KEY ("ledger_id") REFERENCES "public"."foreign_ledgers"("id") ON DELETE cascade ON UPDATE no action;