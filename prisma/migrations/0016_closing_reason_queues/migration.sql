-- CreateTable
CREATE TABLE "closing_reason_queue" (
    "tenant_id" INTEGER NOT NULL DEFAULT nullif(current_setting('app.tenant_id', true), '')::int,
    "closing_reason_id" INTEGER NOT NULL,
    "queue_id" INTEGER NOT NULL,

    CONSTRAINT "closing_reason_queue_pkey" PRIMARY KEY ("tenant_id","closing_reason_id","queue_id")
);

-- CreateIndex
CREATE INDEX "closing_reason_queue_tenant_id_queue_id_idx" ON "closing_reason_queue"("tenant_id", "queue_id");


-- From here on by hand: what the schema language cannot say.

alter table closing_reason_queue
  add foreign key (tenant_id, closing_reason_id) references closing_reason on delete cascade,
  add foreign key (tenant_id, queue_id) references queue on delete cascade;

alter table closing_reason_queue enable row level security;
alter table closing_reason_queue force row level security;
create policy own_company on closing_reason_queue using (tenant_id = nullif(current_setting('app.tenant_id', true), '')::int);
