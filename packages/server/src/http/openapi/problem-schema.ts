import { ERROR_TABLE } from "@signalbox/contracts";
import { Type } from "typebox";

/** What every fault looks like on the wire: RFC 9457 with our extensions. */
export const ProblemSchema = Type.Object(
  {
    type: Type.String({ description: "Address of the error's paragraph in the reference." }),
    title: Type.String(),
    status: Type.Integer(),
    detail: Type.String({ description: "What is wrong here and what would fix it. Always there." }),
    code: Type.Enum(Object.keys(ERROR_TABLE)),
    request_id: Type.String({ description: "Also in the header `x-request-id`." }),
    errors: Type.Optional(
      Type.Array(
        Type.Object({
          location: Type.String({ description: "E.g. `body.messages[0].content`." }),
          message: Type.String(),
          fix: Type.String(),
        }),
      ),
    ),
  },
  { $id: "Problem", description: "RFC 9457 problem details." },
);
