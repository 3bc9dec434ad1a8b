-- CreateTable
CREATE TABLE "ticket_task" (
    "tenant_id" INTEGER NOT NULL DEFAULT nullif(current_setting('app.tenant_id', true), '')::int,
    "id" SERIAL NOT NULL,
    "kind" TEXT NOT NULL,
    "state" TEXT NOT NULL,
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

    CONSTRAINT "ticket_task_pkey" PRIMARY KEY ("tenant_id","id")
);

-- CreateTable
CREATE TABLE "ticket_task_item" (
    "tenant_id" INTEGER NOT NULL DEFAULT nullif(current_setting('app.tenant_id', true), '')::int,
    "task_id" INTEGER NOT NULL,
    "line" INTEGER NOT NULL,
    "ticket_id" INTEGER NOT NULL,
    "protocol" TEXT NOT NULL,
    "problem" TEXT,
    "outcome" TEXT,
    "before" JSONB,
    "undo" TEXT,

    CONSTRAINT "ticket_task_item_pkey" PRIMARY KEY ("tenant_id","task_id","line")
);

-- CreateTable
CREATE TABLE "ticket_view" (
    "tenant_id" INTEGER NOT NULL DEFAULT nullif(current_setting('app.tenant_id', true), '')::int,
    "id" SERIAL NOT NULL,
    "name" TEXT NOT NULL,
    "color" TEXT NOT NULL DEFAULT '#64748b',
    "tab" TEXT NOT NULL,
    "filters" JSONB NOT NULL DEFAULT '{}',
    "sharing" TEXT NOT NULL DEFAULT 'mine',
    "team_id" INTEGER,
    "owner_id" INTEGER,
    "position" INTEGER NOT NULL DEFAULT 0,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "ticket_view_pkey" PRIMARY KEY ("tenant_id","id")
);

-- CreateIndex
CREATE INDEX "ticket_task_tenant_id_id_idx" ON "ticket_task"("tenant_id", "id" DESC);

-- CreateIndex
CREATE INDEX "ticket_task_item_tenant_id_ticket_id_idx" ON "ticket_task_item"("tenant_id", "ticket_id");

-- CreateIndex
CREATE INDEX "ticket_view_tenant_id_owner_id_idx" ON "ticket_view"("tenant_id", "owner_id");

-- CreateIndex
CREATE INDEX "ticket_view_tenant_id_sharing_team_id_idx" ON "ticket_view"("tenant_id", "sharing", "team_id");


-- From here on by hand: what the schema language cannot say.

alter table ticket_task
  add foreign key (tenant_id) references tenant,
  add foreign key (tenant_id, user_id) references app_user on delete set null (user_id),
  add foreign key (tenant_id, undone_by) references app_user on delete set null (undone_by);
-- tickets may go; what was done to them stays known
alter table ticket_task_item add foreign key (tenant_id, task_id) references ticket_task on delete cascade;
alter table ticket_view
  add foreign key (tenant_id) references tenant,
  add foreign key (tenant_id, owner_id) references app_user on delete set null (owner_id),
  add foreign key (tenant_id, team_id) references team on delete cascade;

create index ticket_task_due on ticket_task (due_at) where due_at is not null;
create index ticket_task_old on ticket_task (created_at);
create index ticket_task_item_trouble on ticket_task_item (tenant_id, task_id, line) where problem is not null;

alter table ticket_task enable row level security;
alter table ticket_task force row level security;
create policy own_company on ticket_task using (tenant_id = nullif(current_setting('app.tenant_id', true), '')::int);
alter table ticket_task_item enable row level security;
alter table ticket_task_item force row level security;
create policy own_company on ticket_task_item using (tenant_id = nullif(current_setting('app.tenant_id', true), '')::int);
alter table ticket_view enable row level security;
alter table ticket_view force row level security;
create policy own_company on ticket_view using (tenant_id = nullif(current_setting('app.tenant_id', true), '')::int);
