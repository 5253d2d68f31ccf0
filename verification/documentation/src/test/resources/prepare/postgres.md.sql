-- What the document takes for granted.
CREATE SCHEMA app;
CREATE TABLE app.idempotency_record (scope text);
CREATE TABLE app.idempotency_record_decision (scope text);
CREATE TABLE app.idempotency_record_step (scope text);
CREATE TABLE app.idempotency_record_action (scope text);
DROP ROLE IF EXISTS app_user;
CREATE ROLE app_user;
