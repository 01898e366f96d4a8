import type { Command } from "./command";

/** All commands, in the order of the help. */
export const commands: readonly Command[] = [
  {
    name: "service-key",
    usage:
      "(name [scope …] | --list | --rotate ID [--overlap 1h] | --revoke ID)\nWithout scopes, a new key has all of them except platform/gate. Without --overlap, the old secrets end in a day.",
    summary: "create, list, rotate, or revoke keys of backends and gateways",
    load: () => import("./service-key"),
  },
  {
    name: "operator",
    usage: "(email-address | --id ID) [--support | --remove]",
    summary: "make a person an operator or a member of support, or end that",
    load: () => import("./operator"),
  },
  {
    name: "owner recover",
    usage: "email-address",
    summary: "print a link for a person who lost their password or second factor",
    load: () => import("./recover-owner"),
  },
  {
    name: "organization verify",
    usage: "organization_id [--undo]",
    summary: "mark an organization as verified, or undo that",
    load: () => import("./verify-organization"),
  },
  {
    name: "import",
    usage: "FILE [--dry-run]",
    summary: "store the records of an NDJSON file; repeat it after an interruption",
    load: () => import("./import"),
  },
  {
    name: "backup",
    usage: "[FOLDER] [--with-keys]\nWithout a folder, it is written below DATA_DIR/backups.",
    summary: "write a backup of the database, beside a running service or without one",
    load: () => import("./backup"),
  },
  {
    name: "restore",
    usage: "FOLDER",
    summary: "restore a backup into an empty database",
    load: () => import("./restore"),
  },
  {
    name: "restored",
    usage: "[--since TIME] [--tokens] [--sessions]",
    summary:
      "after a restore by other means, end what works only once, and by choice tokens and sessions",
    load: () => import("./restored"),
  },
  {
    name: "drill",
    usage:
      "FOLDER [--token-file FILE] [--database URL]\nWith --database, an empty one, or else a temporary embedded one.",
    summary: "restore a backup in a scratch database, check it, and print a verdict",
    load: () => import("./drill"),
  },
  {
    name: "keys rotate",
    usage:
      "[--new | --new-receipt-key]\nWith --new, replaces every key in its file while the service runs.",
    summary: "replace the keys, or re-encrypt stored secrets under the first of ENCRYPTION_KEYS",
    load: () => import("./rotate-keys"),
  },
  {
    name: "audit verify",
    usage: "[organization_id]",
    summary: "verify that audit logs are unchanged",
    load: () => import("./verify-audit"),
  },
  {
    name: "receipt verify",
    usage: "FILE [--keys FILE_OR_URL]",
    summary: "check whether a consent receipt is genuine",
    load: () => import("./verify-receipt"),
  },
  {
    name: "gate check",
    usage: 'rules.json [--call "GET /path"] [--scopes a,b] [--company 1]',
    summary: "check a rules file of the gate, and what the gate decides about a call",
    load: () => import("./check-gate"),
  },
  {
    name: "sign-in check",
    usage: "",
    summary: "check the settings of the sign-in provider against its discovery document",
    load: () => import("./check-sign-in"),
  },
  {
    name: "database migrate",
    usage: "",
    summary: "apply missing migrations without serving, such as before new processes start",
    load: () => import("./migrate-database"),
  },
  {
    name: "upgrade check",
    usage: "",
    summary: "say what the migrations of this version would lock, and for how long",
    load: () => import("./check-upgrade"),
  },
  {
    name: "migration draft",
    usage: "name-of-the-change",
    summary: "write the next migration from the changes in the schema",
    development: true,
    load: () => import("./draft-migration"),
  },
  {
    name: "denials list",
    usage: "[--check]",
    summary: "print the tests for each line of docs/denials.md, or lines without one",
    development: true,
    load: () => import("./list-denials"),
  },
];
