npm install openapi-fetch@0.17 openapi-typescript@7 typescript@5 tsx@4 @types/node@24
npx openapi-typescript https://evendeal.example/api/v1/schema --default-non-nullable=false --output schema.d.ts
npx tsx generated.ts Ada
