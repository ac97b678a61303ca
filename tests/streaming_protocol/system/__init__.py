"""The running system of the third lab, on memory and on real Redis and Postgres."""
