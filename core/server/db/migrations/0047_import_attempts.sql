-- additive
ALTER TABLE "site_imports" ADD COLUMN "attempts" integer DEFAULT 0 NOT NULL;