import { characters, holdBoundaries } from "../boundaries.suite.ts";
import { StartSecondFactorSchema, UseCodeSchema } from "./own-sign-in.ts";

holdBoundaries("the start of a second factor", {
  schema: StartSecondFactorSchema,
  valid: { password: "four words make one" },
  takes: { "a password of 1,024 characters": { password: characters(1024) } },
  refuses: {
    "a start without the password": { password: undefined },
    "a password that would take long to hash": { password: characters(1025) },
  },
});

holdBoundaries("a code of a second factor", {
  schema: UseCodeSchema,
  valid: { code: "123456" },
  takes: { "a recovery code": { code: "abcd-efgh-jkmn-pqrs" }, "64 characters": { code: characters(64) } },
  refuses: {
    "no code": { code: undefined },
    "an empty code": { code: "" },
    "65 characters": { code: characters(65) },
    "a number": { code: 123_456 },
  },
});
