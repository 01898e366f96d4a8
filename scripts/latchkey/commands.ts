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
    name: "keys rotate",
    usage: "[--new-receipt-key]",
    summary: "re-encrypt all stored secrets under the first key of ENCRYPTION_KEYS",
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
    name: "migration draft",
    usage: "name-of-the-change",
    summary: "write the next migration from the changes in the schema",
    development: true,
    load: () => import("./draft-migration"),
  },
  {
    name: "image test",
    usage: "[--image NAME]\nWithout --image, it first builds one from this machine's Node.",
    summary: "build the image and run it with 512 MB and one core, read-only",
    development: true,
    load: () => import("./test-image"),
  },
  {
    name: "lock check",
    usage: "[--fill]",
    summary: "check that a hash pins every locked package, or add missing hashes",
    development: true,
    load: () => import("./check-lock"),
  },
  {
    name: "denials list",
    usage: "[--check]",
    summary: "print the tests for each line of docs/denials.md, or lines without one",
    development: true,
    load: () => import("./list-denials"),
  },
];
