import type { Command } from "./command";

/** All commands, in the order of the help. */
export const commands: readonly Command[] = [
  {
    name: "service-key",
    usage:
      "(name [scope …] | --list | --rotate ID [--overlap 1h] | --revoke ID)\nWithout scopes, a new key has all of them except platform/gate. Without --overlap, the old secrets end in a day.",
    summary: "create, list, rotate, or revoke keys of backends and gateways",
    load: async () => (await import("./service-key")).serviceKey,
  },
  {
    name: "operator",
    usage: "(email-address | --id ID) [--support | --remove]",
    summary: "make a person an operator or a member of support, or end that",
    load: async () => (await import("./people")).operator,
  },
  {
    name: "owner recover",
    usage: "email-address",
    summary: "print a link for a person who lost their password or second factor",
    load: async () => (await import("./people")).recoverOwner,
  },
  {
    name: "organization verify",
    usage: "organization_id [--undo]",
    summary: "mark an organization as verified, or undo that",
    load: async () => (await import("./people")).verifyPublisher,
  },
  {
    name: "import",
    usage: "FILE [--dry-run]",
    summary: "store the records of an NDJSON file; repeat it after an interruption",
    load: async () => (await import("./import")).importRecords,
  },
  {
    name: "backup",
    usage: "[FOLDER] [--with-keys]\nWithout a folder, it is written below DATA_DIR/backups.",
    summary: "write a backup of the database, beside a running service or without one",
    load: async () => (await import("./backup")).backup,
  },
  {
    name: "restore",
    usage: "FOLDER",
    summary: "restore a backup into an empty database",
    load: async () => (await import("./backup")).restore,
  },
  {
    name: "restored",
    usage: "[--since TIME] [--tokens] [--sessions]",
    summary:
      "after a restore by other means, end what works only once, and by choice tokens and sessions",
    load: async () => (await import("./backup")).endRestored,
  },
  {
    name: "drill",
    usage:
      "FOLDER [--token-file FILE] [--database URL]\nWith --database, an empty one, or else a temporary embedded one.",
    summary: "restore a backup in a scratch database, check it, and print a verdict",
    load: async () => (await import("./backup")).drill,
  },
  {
    name: "keys rotate",
    usage:
      "[--new | --new-receipt-key]\nWith --new, replaces every key in its file while the service runs.",
    summary: "replace the keys, or re-encrypt stored secrets under the first of ENCRYPTION_KEYS",
    load: async () => (await import("./keys")).rotate,
  },
  {
    name: "audit verify",
    usage: "[organization_id]",
    summary: "verify that audit logs are unchanged",
    load: async () => (await import("./verify")).verifyAudit,
  },
  {
    name: "receipt verify",
    usage: "FILE [--keys FILE_OR_URL]",
    summary: "check whether a consent receipt is genuine",
    load: async () => (await import("./verify")).verifyReceipt,
  },
  {
    name: "gate check",
    usage: 'rules.json [--call "GET /path"] [--scopes a,b] [--company 1]',
    summary: "check a rules file of the gate, and what the gate decides about a call",
    load: async () => (await import("./checks")).checkGate,
  },
  {
    name: "sign-in check",
    usage: "",
    summary: "check the settings of the sign-in provider against its discovery document",
    load: async () => (await import("./checks")).checkSignIn,
  },
  {
    name: "database migrate",
    usage: "",
    summary: "apply missing migrations without serving, such as before new processes start",
    load: async () => (await import("./database")).migrate,
  },
  {
    name: "upgrade check",
    usage: "",
    summary: "say what the migrations of this version would lock, and for how long",
    load: async () => (await import("./database")).checkNextUpgrade,
  },
  {
    name: "migration draft",
    usage: "name-of-the-change",
    summary: "write the next migration from the changes in the schema",
    development: true,
    load: async () => (await import("./draft-migration")).draft,
  },
];
