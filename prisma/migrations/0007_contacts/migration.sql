-- AlterTable
ALTER TABLE "contact" ADD COLUMN     "erased_at" TIMESTAMPTZ(3);

-- CreateTable
CREATE TABLE "contact_task" (
    "tenant_id" INTEGER NOT NULL DEFAULT nullif(current_setting('app.tenant_id', true), '')::int,
    "id" SERIAL NOT NULL,
    "kind" TEXT NOT NULL,
    "state" TEXT NOT NULL,
    "file_name" TEXT,
    "params" JSONB NOT NULL DEFAULT '{}',
    "total" INTEGER NOT NULL DEFAULT 0,
    "done" INTEGER NOT NULL DEFAULT 0,
    "position" INTEGER NOT NULL DEFAULT 0,
    "counts" JSONB NOT NULL DEFAULT '{}',
    "error" TEXT,
    "attempts" INTEGER NOT NULL DEFAULT 0,
    "due_at" TIMESTAMPTZ(3),
    "user_id" INTEGER,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "finished_at" TIMESTAMPTZ(3),
    "undone_at" TIMESTAMPTZ(3),
    "undone_by" INTEGER,

    CONSTRAINT "contact_task_pkey" PRIMARY KEY ("tenant_id","id")
);

-- CreateTable
CREATE TABLE "contact_task_item" (
    "tenant_id" INTEGER NOT NULL DEFAULT nullif(current_setting('app.tenant_id', true), '')::int,
    "task_id" INTEGER NOT NULL,
    "line" INTEGER NOT NULL,
    "contact_id" INTEGER,
    "input" JSONB,
    "key" TEXT,
    "action" TEXT,
    "problem" TEXT,
    "detail" TEXT,
    "outcome" TEXT,
    "before" JSONB,
    "after" JSONB,
    "undo" TEXT,

    CONSTRAINT "contact_task_item_pkey" PRIMARY KEY ("tenant_id","task_id","line")
);

-- CreateTable
CREATE TABLE "contact_erasure" (
    "tenant_id" INTEGER NOT NULL DEFAULT nullif(current_setting('app.tenant_id', true), '')::int,
    "id" SERIAL NOT NULL,
    "task_id" INTEGER NOT NULL,
    "contact_ids" INTEGER[],
    "digests" TEXT[],
    "user_id" INTEGER,
    "user_name" TEXT NOT NULL,
    "counts" JSONB NOT NULL DEFAULT '{}',
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "finished_at" TIMESTAMPTZ(3),

    CONSTRAINT "contact_erasure_pkey" PRIMARY KEY ("tenant_id","id")
);

-- CreateIndex
CREATE INDEX "contact_task_tenant_id_id_idx" ON "contact_task"("tenant_id", "id" DESC);

-- CreateIndex
CREATE INDEX "contact_task_item_tenant_id_contact_id_idx" ON "contact_task_item"("tenant_id", "contact_id");

-- CreateIndex
CREATE INDEX "contact_task_item_tenant_id_task_id_key_idx" ON "contact_task_item"("tenant_id", "task_id", "key");

-- CreateIndex
CREATE UNIQUE INDEX "contact_erasure_tenant_id_task_id_key" ON "contact_erasure"("tenant_id", "task_id");


-- From here on by hand: what the schema language cannot say.

alter table contact_task
  add foreign key (tenant_id) references tenant,
  add foreign key (tenant_id, user_id) references app_user on delete set null (user_id),
  add foreign key (tenant_id, undone_by) references app_user on delete set null (undone_by);
-- contacts may go; what was done to them stays known
alter table contact_task_item add foreign key (tenant_id, task_id) references contact_task on delete cascade;
alter table contact_erasure
  add foreign key (tenant_id) references tenant,
  add foreign key (tenant_id, user_id) references app_user on delete set null (user_id);

create index contact_task_due on contact_task (due_at) where due_at is not null;
create index contact_task_old on contact_task (created_at);
create index contact_task_item_trouble on contact_task_item (tenant_id, task_id, line) where problem is not null;
create index contact_task_item_action on contact_task_item (tenant_id, task_id, action, line);
create index contact_erasure_digests on contact_erasure using gin (digests);

alter table contact_task enable row level security;
alter table contact_task force row level security;
create policy own_company on contact_task using (tenant_id = nullif(current_setting('app.tenant_id', true), '')::int);
alter table contact_task_item enable row level security;
alter table contact_task_item force row level security;
create policy own_company on contact_task_item using (tenant_id = nullif(current_setting('app.tenant_id', true), '')::int);
alter table contact_erasure enable row level security;
alter table contact_erasure force row level security;
create policy own_company on contact_erasure using (tenant_id = nullif(current_setting('app.tenant_id', true), '')::int);

-- An erased contact is nobody any more: nothing begins with it.
create or replace function contact_root(p_tenant int, p_contact int) returns int
language sql stable as $$
  with recursive chain as (
    select c.id, c.merged_into_id, c.erased_at from contact c where c.tenant_id = p_tenant and c.id = p_contact
    union all
    select c.id, c.merged_into_id, c.erased_at
      from chain b join contact c on c.tenant_id = p_tenant and c.id = b.merged_into_id)
  select id from chain where merged_into_id is null and erased_at is null
$$;
