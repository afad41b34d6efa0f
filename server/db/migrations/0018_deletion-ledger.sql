CREATE TABLE "deletion_ledger" (
	"address_hash" text PRIMARY KEY NOT NULL,
	"erased_until" timestamp with time zone,
	"deleted_at" timestamp with time zone,
	"noted_at" timestamp with time zone DEFAULT now() NOT NULL
);
